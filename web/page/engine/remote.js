// @ts-check
/** A web worker with the engine. If it fails, its requests are rejected, and the next request starts a new one. */
import { keepForLater } from './kept.js';
import { native, NativeWorker } from './native.js';
import { loadNetwork } from './networks.js';

/** @typedef {{what: string, resolve: (value: any) => void, reject: (error: Error) => void, progress?: (report: any) => void, timer: number, patience: number, hasBegun: boolean}} Pending */

/** @typedef {{nodes: number, ms: number}} Live how far a search is */

/** Milliseconds in which a loaded worker must begin with a request, once it is done with those before. */
const START_MS = 5000;
/** Milliseconds in which a worker must be loaded. */
const LOAD_MS = 60_000;

/** The rejection of requests that `stop` cancelled. */
export class Stopped extends Error {}

/** The native engine is lost. */
class Lost extends Error {}

/** What the engine says about a wrong question. */
export class Refusal extends Error {}

/** Threads that a search may have: one, unless the host allows the page to share memory among workers. */
export const MOST_THREADS = window.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 32) : 1;

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** Compiles a build of the engine once for all workers; also if the host does not serve it as `application/wasm`. @param {string} file */
function module(file) {
    const known = compiled.get(file);
    if (known) return known;
    const promise = (async () => {
        // The engine with threads is not among the files that are kept at the first visit.
        if (file.startsWith('threads/')) for (const part of [file, 'threads/engine.js']) void keepForLater(new URL(part, import.meta.url));
        const response = await fetch(new URL(file, import.meta.url));
        if (!response.ok) throw new Error(`the engine cannot be loaded (${response.status})`);
        return WebAssembly.compile(await response.arrayBuffer());
    })();
    compiled.set(file, promise);
    promise.catch(() => compiled.delete(file));
    return promise;
}

export class Remote {
    /** Whether it searches: then it is the native engine, if there is one. */
    #searches;
    /** @type {Worker | NativeWorker | undefined} */
    #worker;
    #isLoaded = false;
    /** @type {Map<number, Pending>} */
    #pending = new Map();
    #count = 0;
    #threads = 1;
    /** Size of the transposition table in MiB. */
    #table = 64;
    /** Whether threads could be started, as far as it is known. */
    #canShare = true;
    /** How often it was stopped. */
    #stops = 0;
    /** The same number where the worker can read it while it searches, and whether a thread has failed, if the page may share memory. */
    #shared = window.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(8)) : undefined;
    /** @type {Map<string, ArrayBuffer>} */
    #networks = new Map();
    /** Called if the engine refuses a network. */
    onRefused = () => {};
    /** Called twice a second while it searches. @type {(live: Live) => void} */
    onLive = () => {};

    constructor({ searches = true } = {}) {
        this.#searches = searches;
    }

    /** Whether the native engine is asked. */
    get isNative() {
        return this.#searches && native.key !== null && !native.isLost;
    }

    /** Whether a stop keeps what was learned: only then it helps to think on the user's time. */
    get keepsLearned() {
        return this.isNative || this.#shared !== undefined;
    }

    /** Sets the number of search threads; a worker with another number ends. @param {number} threads */
    setThreads(threads) {
        const possible = this.#canShare ? threads : 1;
        if (possible === this.#threads) return;
        this.#threads = possible;
        this.end();
    }

    /** Sets the size of the transposition table; a worker with another one ends. @param {number} mib */
    setTable(mib) {
        if (mib === this.#table) return;
        this.#table = mib;
        this.end();
    }

    /** Loads the network of a rule; without it the simple evaluation is used. @param {string} rule @returns {Promise<boolean>} whether it is there */
    async useNetwork(rule) {
        try {
            const network = await loadNetwork(rule);
            if (this.#networks.has(rule)) return true;
            this.#networks.set(rule, network);
            this.#worker?.postMessage({ network });
            return true;
        } catch {
            return false;
        }
    }

    /**
     * Sends a request to the worker; once more if it was the native engine and that is lost.
     * @param {string} what a function of worker.js
     * @param {unknown[]} values
     * @param {(report: any) => void} [progress]
     * @param {number} [patience] milliseconds between two messages of a request that has begun; 0 for no limit
     * @returns {Promise<any>}
     */
    async ask(what, values, progress, patience = START_MS) {
        try {
            return await this.#ask(what, values, progress, patience);
        } catch (error) {
            if (!(error instanceof Lost)) throw error;
            return this.#ask(what, values, progress, patience);
        }
    }

    /** @param {string} what @param {unknown[]} values @param {((report: any) => void) | undefined} progress @param {number} patience @returns {Promise<any>} */
    async #ask(what, values, progress, patience) {
        const stops = this.#stops;
        const worker = await this.#start();
        if (stops !== this.#stops) throw new Stopped('stopped');
        const id = ++this.#count;
        return new Promise((resolve, reject) => {
            this.#pending.set(id, { what, resolve, reject, progress, timer: 0, patience, hasBegun: false });
            this.#watchNext();
            worker.postMessage({ id, what, values, stops });
        });
    }

    /** Cancels all requests at once. Without shared memory a busy worker must end, and what it had learned is lost. */
    stop() {
        this.#stops++;
        const isSearching = [...this.#pending.values()].every(({ what }) => what === 'analyse');
        if (this.#worker instanceof NativeWorker) {
            this.#worker.postMessage({ stop: this.#stops });
            this.#reject(new Stopped('stopped'));
        } else if (this.#shared && this.#isLoaded && isSearching) {
            Atomics.store(this.#shared, 0, this.#stops);
            this.#reject(new Stopped('stopped'));
        } else if (this.#pending.size > 0) {
            this.#end(new Stopped('stopped'));
        }
    }

    /** Ends the worker and frees its memory. */
    end() {
        this.#stops++;
        this.#end(new Stopped('stopped'));
    }

    /** @param {number} ms */
    #watch(ms) {
        return ms > 0 ? window.setTimeout(() => this.#end(new Error('the engine did not answer')), ms) : 0;
    }

    /** Gives the request that is next the time to begin. */
    #watchNext() {
        const [next] = this.#pending.values();
        if (next && !next.hasBegun && next.timer === 0) next.timer = this.#watch(this.#isLoaded ? START_MS : LOAD_MS);
    }

    /** Loads the worker and its networks, so that the next request begins at once. */
    async prepare() {
        await this.#start();
    }

    /** @returns {Promise<Worker | NativeWorker>} */
    async #start() {
        if (this.isNative) return this.#connect();
        const threads = this.#threads;
        let wasm;
        try {
            wasm = await module(threads > 1 ? 'threads/engine_bg.wasm' : 'engine_bg.wasm');
        } catch (error) {
            if (threads === 1) throw error;
            // Without a network there may be the other one alone.
            if (threads === this.#threads) this.#giveUpThreads();
            return this.#start();
        }
        if (this.#worker) return this.#worker;
        // Another number may have been set meanwhile.
        if (threads !== this.#threads) return this.#start();
        const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
        this.#worker = worker;
        this.#isLoaded = false;
        worker.onmessage = event => this.#receive(event.data);
        worker.onerror = event => {
            event.preventDefault();
            if (this.#worker === worker) this.#end(new Error(event.message || 'the engine stopped'));
        };
        if (this.#shared) Atomics.store(this.#shared, 1, 0);
        worker.postMessage({ module: wasm, shared: this.#shared, threads, table: this.#table });
        for (const network of this.#networks.values()) worker.postMessage({ network });
        return worker;
    }

    /** Threads that cannot be started are not tried again. */
    #giveUpThreads() {
        this.#canShare = false;
        this.#threads = 1;
    }

    /** The connection to the native engine. */
    #connect() {
        if (this.#worker) return this.#worker;
        const worker = new NativeWorker();
        this.#worker = worker;
        this.#isLoaded = false;
        worker.onmessage = event => this.#receive(event.data);
        worker.onclose = () => {
            if (!native.isLost) {
                native.isLost = true;
                native.onLost();
            }
            if (this.#worker === worker) this.#end(new Lost('the native engine is lost'));
        };
        return worker;
    }

    /** @param {{id: number, loaded?: true, started?: true, live?: Live, report?: string, value?: any, error?: string, crash?: string, refused?: string}} message */
    #receive({ id, loaded, live, report, value, error, crash, refused }) {
        if (loaded) this.#isLoaded = true;
        if (refused !== undefined) {
            this.#networks.clear();
            this.onRefused();
        }
        if (crash !== undefined) {
            if (!this.#isLoaded && this.#threads > 1) this.#giveUpThreads();
            this.#end(new Error(crash));
            return;
        }
        const pending = this.#pending.get(id);
        if (!pending) return;
        clearTimeout(pending.timer);
        if (error !== undefined) {
            this.#pending.delete(id);
            pending.reject(new Refusal(error));
        } else if (value !== undefined) {
            this.#pending.delete(id);
            pending.resolve(value);
        } else {
            pending.hasBegun = true;
            pending.timer = this.#watch(pending.patience);
            if (report !== undefined) pending.progress?.(JSON.parse(report));
            if (live) this.onLive(live);
        }
        this.#watchNext();
    }

    /** @param {Error} error */
    #end(error) {
        this.#worker?.terminate();
        this.#worker = undefined;
        this.#reject(error);
    }

    /** @param {Error} error */
    #reject(error) {
        const pending = [...this.#pending.values()];
        this.#pending.clear();
        for (const { reject, timer } of pending) {
            clearTimeout(timer);
            reject(error);
        }
    }
}
