/** Heard, and felt in the hand, without looking: a high tone for what was taken, a low and longer one for what was not. */
export function beep(isTaken: boolean): void {
  // Before the first touch of the page the browser forbids it.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(isTaken ? 40 : [120, 60, 120])
  const Sound = globalThis.AudioContext
  if (!Sound) return
  const sound = new Sound()
  const tone = sound.createOscillator()
  tone.frequency.value = isTaken ? 1200 : 220
  tone.connect(sound.destination)
  tone.onended = () => void sound.close()
  tone.start()
  tone.stop(sound.currentTime + (isTaken ? 0.08 : 0.4))
}
