// @ts-check
/** What the browser keeps: settings for all tabs, the game of each. */

/** Where the work of a tab is kept: for its reloads, so that another tab has its own, and as the last one for a new tab. */
export const STORES = /** @type {const} */ (['sessionStorage', 'localStorage']);

/** @param {string} key @param {typeof STORES[number]} [store] */
export function storedItem(key, store = 'localStorage') {
    try {
        return window[store].getItem(key);
    } catch {
        return null;
    }
}

/** @param {string} key */
export function removeItem(key) {
    try {
        localStorage.removeItem(key);
    } catch {
        // Refused as below.
    }
}

/**
 * @param {string} key
 * @param {string} value
 * @param {typeof STORES[number]} [store]
 * @returns {boolean} whether the browser took it: some private windows refuse, and room ends
 */
export function storeItem(key, value, store = 'localStorage') {
    try {
        window[store].setItem(key, value);
        return true;
    } catch {
        return false;
    }
}

/** The work of this tab, or the last one. @param {string} key */
export const itemOfTab = key => storedItem(key, 'sessionStorage') ?? storedItem(key);
