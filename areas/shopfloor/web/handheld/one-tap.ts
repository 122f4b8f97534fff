/**
 * What a tap does, once: a second tap comes before anything is kept or drawn anew, and does nothing. Work that answers true is done for
 * good; after any other it can be tapped again.
 */
export function oneTap(): (work: () => Promise<boolean>) => Promise<void> {
  let isTaken = false
  return async work => {
    if (isTaken) return
    isTaken = true
    let isDone = false
    try {
      isDone = await work()
    } finally {
      isTaken = isDone
    }
  }
}
