// @ts-check
/** Settings that the browser keeps. */

/** @param {string} key */
export function localStorageItem(key) {
    try {
        return localStorage.getItem(key);
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

/** @param {string} key @param {string} value @returns {boolean} whether the browser took it: some private windows refuse, and room ends */
export function storeItem(key, value) {
    try {
        localStorage.setItem(key, value);
        return true;
    } catch {
        return false;
    }
}
