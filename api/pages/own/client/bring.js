// What is brought as it is wanted, though the server may be away just then: it is waited for, and asked again.
import { pause } from './server.js';
import { Refusal } from './refusal.js';

const FIRST_PAUSE = 250, LONGEST_PAUSE = 4_000;
/** What engines say where nothing comes. */
const UNFETCHED = /fetch|import|load/i;

/**
 * Bring a module, or whatever else is fetched. Refusal for one that the server does not have any more.
 * @template T
 * @param {() => Promise<T>} load tried until the server answers; with one that does answer twice more
 * @param {() => string} [gone] says that the server has newer files
 * @returns {Promise<T>}
 */
export async function bring(load, gone = () => 'The server has newer files: load the page again.') {
  for (let wait = FIRST_PAUSE, answered = 0; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError) || !UNFETCHED.test(error.message) || answered > 1) throw error;
      const [address = import.meta.url] = /https?:[^\s"']+/.exec(error.message) ?? [];
      const there = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      if (there && there.status < 500) answered += 1;
      if (there?.status === 404) throw new Refusal(gone(), { code: 'UNKNOWN' });
      // Some engines remember for each address that a module could not be had: under another one it is asked for anew.
      if (answered > 1 && address !== import.meta.url) return import(`${address}?again`);
      await pause(wait);
    }
  }
}
