const full = 100
const nearlyFull = 85

/** Colour of a load in percent. */
export const toneOfLoad = (rate: number): 'danger' | 'warning' | 'success' =>
  rate > full ? 'danger' : rate >= nearlyFull ? 'warning' : 'success'
