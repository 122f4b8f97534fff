/** Milliseconds by which the server's clock is ahead of the device's, as the last answer told. */
let ahead = 0
/** An answer tells whole seconds and was some time on its way: what is less says nothing of the clocks. */
const unsure = 3_000

/** `date`: the header of an answer that has just come. */
export function hearServerClock(date: string | null): void {
  const told = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) > unsure ? difference : 0
}

/** Seconds, by the server's clock: when something was done on a device, whose own clock may be wrong. */
export const serverSeconds = (): number => Math.floor((Date.now() + ahead) / 1000)
