/** A QR code as image data for `<img src>`; `text` at most about 2,000 characters. */
export async function qrCode(text: string): Promise<string> {
  // Two megabytes of program: loaded when the first code is asked for, and never in a thread of a job.
  const { toSVG } = await import('bwip-js/node')
  const drawn = toSVG({ bcid: 'qrcode', text, scale: 4, paddingwidth: 2, paddingheight: 2, backgroundcolor: 'FFFFFF' })
  return `data:image/svg+xml;base64,${Buffer.from(drawn).toString('base64')}`
}
