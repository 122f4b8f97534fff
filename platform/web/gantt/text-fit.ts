/**
 * Texts cut to a width with an ellipsis. A code such as MO-260144 keeps its end, which tells it from its neighbours; other
 * texts keep their beginning. Measuring is the slow part of a canvas, so both results are kept.
 */
const isCode = (text: string): boolean => /^[\w./#-]+\d$/.test(text)

export class TextFit {
  private widths = new Map<string, number>()
  private fits = new Map<string, string>()
  private readonly measureText: (text: string, font: string) => number
  private readonly most: number

  constructor(measureText: (text: string, font: string) => number, most = 20_000) {
    this.measureText = measureText
    this.most = most
  }

  width(text: string, font: string): number {
    const key = `${font}\n${text}`
    let width = this.widths.get(key)
    if (width === undefined) {
      if (this.widths.size >= this.most) this.widths.clear()
      width = this.measureText(text, font)
      this.widths.set(key, width)
    }
    return width
  }

  /** The text, or its longest part with `…` that fits, or nothing when not even two characters do. */
  fit(text: string, width: number, font: string): string {
    if (width <= 8) return ''
    if (this.width(text, font) <= width) return text
    const whole = Math.floor(width / 2) * 2
    const key = `${whole}\n${font}\n${text}`
    let fitted = this.fits.get(key)
    if (fitted === undefined) {
      if (this.fits.size >= this.most) this.fits.clear()
      fitted = this.cut(text, whole, font)
      this.fits.set(key, fitted)
    }
    return fitted
  }

  private cut(text: string, width: number, font: string): string {
    const characters = [...text]
    const code = isCode(text)
    const part = (count: number): string =>
      code ? `…${characters.slice(-count).join('')}` : `${characters.slice(0, count).join('').trimEnd()}…`
    let low = 0
    let high = characters.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.measureText(part(middle), font) <= width) low = middle
      else high = middle - 1
    }
    return low < 2 ? '' : part(low)
  }

  clear(): void {
    this.widths.clear()
    this.fits.clear()
  }
}
