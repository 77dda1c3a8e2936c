// Dice of a question for typed dice: which there are, and what has been typed so far.

/** Faces of dice that are typed, from left to right; a misread one is put right before it is sent. */
export class TypedDice {
  /** @type {(number | null)[]} */
  faces;
  /** The die that is typed next. */
  at = 0;

  /** @param {string} notation as in `2d6` */
  constructor(notation) {
    const [count, sides] = notation.split('d').map(Number);
    this.sides = sides;
    this.faces = Array.from({ length: count }, () => null);
  }

  /** Whether every die has a face. */
  get complete() {
    return this.faces.every((face) => face !== null);
  }

  /**
   * Type a face for the die that is next, and go on to the next one without any.
   * @param {number} face
   * @returns {boolean} whether there is such a face
   */
  type(face) {
    if (!Number.isInteger(face) || face < 1 || face > this.sides || !this.faces.length) return false;
    this.faces[this.at] = face;
    const free = this.faces.findIndex((one) => one === null);
    this.at = free < 0 ? Math.min(this.at + 1, this.faces.length - 1) : free;
    return true;
  }

  /** Take the last typed face away. */
  back() {
    const last = this.faces[this.at] === null ? this.faces.findLastIndex((one) => one !== null) : this.at;
    if (last < 0) return;
    this.faces[last] = null;
    this.at = last;
  }

  /**
   * Type over a die.
   * @param {number} at
   */
  correct(at) {
    this.at = at;
  }
}
