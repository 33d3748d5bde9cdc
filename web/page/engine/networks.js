// @ts-check
/** The networks: files beside the page. */
import { keepForLater } from './kept.js';

/** @type {Map<string, Promise<ArrayBuffer>>} */
const networks = new Map();

/**
 * The network of a rule, loaded once.
 * @param {string} rule
 */
export function loadNetwork(rule) {
    const known = networks.get(rule) ?? fetchNetwork(rule);
    networks.set(rule, known);
    known.catch(() => networks.delete(rule));
    return known;
}

/** @param {string} rule */
async function fetchNetwork(rule) {
    const url = new URL(`../networks/${rule}.rgn`, import.meta.url);
    void keepForLater(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`network: ${response.status}`);
    return response.arrayBuffer();
}

/** Drops damaged networks, also those that the browser keeps, so that they are fetched again. */
export function forgetNetworks() {
    networks.clear();
    void dropKept();
}

async function dropKept() {
    if (!('caches' in window)) return;
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) if (request.url.endsWith('.rgn')) await cache.delete(request);
    }
}
