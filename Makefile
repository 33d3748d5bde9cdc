# The entry that OpenBench expects: `make EXE=name` builds the brain as ./name, and `./name bench` prints its node
# count and speed. Everything else is done with cargo.
#
# OpenBench's workers build the match runner in the same way, from the repository that their server names: with
# `make CXX=compiler` and without EXE, and look for ./fastchess then. Under that name the workbench takes fastchess's
# command line (docs/dev/distributed-testing.md).

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

ifeq ($(origin EXE)-$(origin CXX),undefined-command line)
  .DEFAULT_GOAL := fastchess
endif

EXE ?= pbrain-rustgomo

# In RUSTFLAGS, since what comes after cargo's `--` would reach the program's few lines and not the library.
.PHONY: all
all: export RUSTFLAGS += -C target-cpu=native
all:
	cargo rustc --release -p rustgomo --bin pbrain-rustgomo -- --emit link=$(EXE)$(SUFFIX)

.PHONY: fastchess
fastchess:
	cargo rustc --release -p rustgomo-workbench --bin rustgomo -- --emit link=fastchess$(SUFFIX)
