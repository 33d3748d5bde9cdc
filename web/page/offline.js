/** The service worker: keeps the page in the browser, so that it works without a network after the first visit. */

/** Replaced by packaging/web.sh: a number made from all files, and their names. */
const VERSION = '@VERSION@';
const FILES = '@FILES@'.split(' ');

/** Replaced by packaging/web.sh: a number made from the networks alone, which stay while others of the files change. */
const NETWORKS_VERSION = '@NETWORKS@';

const PREFIX = 'rustgomo-';
const CACHE = PREFIX + VERSION;
const NETWORKS = `${PREFIX}networks-${NETWORKS_VERSION}`;

self.addEventListener('install', event => {
    const fill = async () => (await caches.open(CACHE)).addAll(FILES.map(file => new Request(file, { cache: 'no-cache' })));
    event.waitUntil(fill());
});

self.addEventListener('activate', event => {
    const clear = async () => {
        const old = (await caches.keys()).filter(name => name.startsWith(PREFIX) && ![CACHE, NETWORKS].includes(name));
        await Promise.all(old.map(name => caches.delete(name)));
        await self.clients.claim();
    };
    event.waitUntil(clear());
});

self.addEventListener('fetch', event => {
    const { request } = event;
    if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
    event.respondWith(answer(request));
});

// A page of a first visit asks for its files before it is controlled, and names those that are to be kept.
self.addEventListener('message', event => {
    const { keep } = event.data;
    if (isKept(keep) && new URL(keep).origin === location.origin) event.waitUntil(answer(new Request(keep)));
});

/** Files that are kept when they are first needed. */
const isKept = (/** @type {string} */ url) => url.endsWith('.rgn') || url.includes('/engine/threads/') || url.includes('/words/') || /\/(?:puzzles\.txt|book\.gz)$/.test(url);

/** What is kept, or what the host sends. */
async function answer(request) {
    const cache = await caches.open(request.url.endsWith('.rgn') ? NETWORKS : CACHE);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    const response = await fetch(request);
    // Without room it is fetched again the next time.
    if (response.ok && isKept(request.url)) await cache.put(request, response.clone()).catch(() => undefined);
    return response;
}
