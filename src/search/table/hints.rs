//! Hints about the memory of the table: what is read next, and how large its pages are.

#![cfg_attr(
    any(target_arch = "x86_64", target_os = "linux"),
    expect(unsafe_code, reason = "the instruction and the system call take pointers")
)]

use std::sync::atomic::AtomicU64;

/// Prefetches the cache line of a word.
///
/// An early read of the word instead made the search 7 % slower, since it blocks retirement.
#[inline]
#[cfg(target_arch = "x86_64")]
pub(super) fn prefetch(word: &AtomicU64) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 processor has the instruction. It is a hint without visible effect, and the
    // pointer comes from a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
}

/// Prefetches by reading the word on other architectures.
#[inline]
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn prefetch(word: &AtomicU64) {
    std::hint::black_box(word.load(std::sync::atomic::Ordering::Relaxed));
}

/// Asks Linux for pages of 2 MiB. In pages of 4 KiB nearly every probe also misses the processor's cache of
/// page addresses. Memory is committed on first touch as before, but 2 MiB at once.
#[cfg(target_os = "linux")]
pub(super) fn request_huge_pages(words: &mut [AtomicU64]) {
    const PAGE_BYTES: usize = 2 << 20;
    let memory = words.as_mut_ptr().cast::<u8>();
    let skipped = memory.align_offset(PAGE_BYTES);
    let length = size_of_val(words).saturating_sub(skipped) / PAGE_BYTES * PAGE_BYTES;
    if length > 0 {
        // SAFETY: the range lies inside the exclusively borrowed slice, and the advice changes how it is
        // mapped, not what it holds. If the system refuses it, nothing changes.
        unsafe { libc::madvise(memory.wrapping_add(skipped).cast(), length, libc::MADV_HUGEPAGE) };
    }
}

/// Other systems have no such hint, or only for users with special rights.
#[cfg(not(target_os = "linux"))]
pub(super) const fn request_huge_pages(_: &mut [AtomicU64]) {}
