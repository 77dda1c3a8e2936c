// Two quiet sounds, made here: your turn, and a question for you. Off until their reader turns them on.
import { settings } from '../settings.js';

/** @type {AudioContext | null} */
let context = null;

/** @param {'turn' | 'asked'} what */
export function sound(what) {
  // Browsers let a page sound only after its reader has touched it.
  if (!settings().sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  const at = context.currentTime;
  for (const [n, pitch] of (what === 'turn' ? [523, 659] : [659, 659]).entries()) {
    const tone = context.createOscillator(), volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, at + n * 0.16);
    volume.gain.exponentialRampToValueAtTime(0.001, at + n * 0.16 + 0.15);
    tone.connect(volume).connect(context.destination);
    tone.start(at + n * 0.16);
    tone.stop(at + n * 0.16 + 0.16);
  }
}
