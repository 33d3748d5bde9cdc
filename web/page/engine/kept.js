// @ts-check
/** Large files that the service worker (offline.js) keeps once they are needed: networks, and the engine with threads. */

/** Has a file kept that was asked for before the service worker controlled the page; later ones it keeps itself. @param {URL} url */
export async function keepForLater(url) {
    if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: url.href });
}
