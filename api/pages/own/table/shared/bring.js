// What is brought as it is wanted, though the server may be away just then.
import { bring as brought } from '../../client/bring.js';
import { t } from '../words.js';

/**
 * Bring a module; Refusal in words for one of a page that is older than the server.
 * @template T
 * @param {() => Promise<T>} load
 */
export const bring = (load) => brought(load, () => t('part.gone'));
