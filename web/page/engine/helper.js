// @ts-check
/** A search thread besides the engine's worker, which it belongs to. */
import init, { joinPool } from './threads/engine.js';

/** Stack of a thread: the search recurses once per ply. */
const STACK_BYTES = 16 << 20;

self.onmessage = async ({ data }) => {
    const { module, memory, shared } = data;
    try {
        await init({ module_or_path: module, memory, thread_stack_size: STACK_BYTES });
    } catch (error) {
        // An error here would be no event of the worker.
        postMessage({ error: String(error) });
        return;
    }
    postMessage({});
    try {
        joinPool();
    } catch (error) {
        Atomics.store(shared, 1, 1);
        throw error;
    }
};
