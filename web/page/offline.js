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
    const fill = async () => {
        await (await caches.open(CACHE)).addAll(FILES.map(fresh));
        // What an earlier version has kept since is needed of this one, too.
        for (const name of await others()) {
            const urls = (await (await caches.open(name)).keys()).map(({ url }) => url).filter(isKept);
            await Promise.all(urls.map(async url => (await cacheOf(url)).add(fresh(url)).catch(() => undefined)));
        }
    };
    event.waitUntil(fill());
});

self.addEventListener('activate', event => {
    const clear = async () => {
        await Promise.all((await others()).map(name => caches.delete(name)));
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

const cacheOf = (/** @type {string} */ url) => caches.open(url.endsWith('.rgn') ? NETWORKS : CACHE);

/** The caches of other versions. */
const others = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX) && ![CACHE, NETWORKS].includes(name));

/** A file as the host has it now. */
const fresh = (/** @type {string} */ url) => new Request(url, { cache: 'no-cache' });

/** What is kept, or what the host sends. */
async function answer(request) {
    const cache = await cacheOf(request.url);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    const response = await fetch(request);
    // Without room it is fetched again the next time.
    if (response.ok && isKept(request.url)) await cache.put(request, response.clone()).catch(() => undefined);
    return response;
}
