# The entry that OpenBench expects: `make EXE=name` builds the brain as ./name, and `./name bench` prints its node
# count and speed. Everything else is done with cargo.

EXE ?= pbrain-rustgomo

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

.PHONY: all
all:
	cargo rustc --release --no-default-features --bin pbrain-rustgomo -- -C target-cpu=native --emit link=$(EXE)$(SUFFIX)
