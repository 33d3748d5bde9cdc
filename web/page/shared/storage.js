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

/** @param {string} key @param {string} value */
export function storeItem(key, value) {
    try {
        localStorage.setItem(key, value);
    } catch {
        // Refused in some private windows; nothing depends on it.
    }
}
