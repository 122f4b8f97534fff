import { toSVG } from 'bwip-js/node'

/** A QR code as image data for `<img src>`; `text` at most about 2,000 characters. */
export const qrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(toSVG({ bcid: 'qrcode', text, scale: 4, paddingwidth: 2, paddingheight: 2, backgroundcolor: 'FFFFFF' })).toString('base64')}`
