// What a server answers instead of doing what it was asked.

/** A refusal in words, with what a program needs of it. */
export class Refusal extends Error {
  /**
   * @param {string} message for people, in their language
   * @param {{ code?: string, field?: string | null, rule?: string | null, retryAfter?: number,
   *   others?: { message: string, field?: string | null }[], ways?: any[] }} [more]
   */
  constructor(message, { code = '', field = null, rule = null, retryAfter = 0, others = [], ways = [] } = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    /** Path of what is at fault in the request. */
    this.field = field;
    this.rule = rule;
    /** Seconds; 0: repeating does not help. */
    this.retryAfter = retryAfter;
    /** All further faults of the same request. */
    this.others = others;
    /** Of a preview of a way that is blocked: the way up to the block. */
    this.ways = ways;
  }
}
