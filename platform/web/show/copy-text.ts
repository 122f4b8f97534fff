/** To the clipboard; the browser's own way is missing over plain http, as on a factory network. */
export async function copyText(words: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(words).then(
      () => true,
      () => false,
    )
  }
  const area = document.createElement('textarea')
  area.value = words
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
