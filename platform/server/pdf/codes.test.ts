import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { drawBars, drawQr, modulesOf } from './codes.ts'

/** Takes the rectangles that are drawn, in place of a PDF. */
function recorded(draw: (document: never) => void): [x: number, y: number, width: number, height: number][] {
  const boxes: [number, number, number, number][] = []
  const document = { rect: (...box: [number, number, number, number]) => boxes.push(box), fill: () => undefined }
  draw(document as never)
  return boxes
}

test.for(['FK-K20-001', '中文编号 A/1', 'W-1/A-01-02'])('a scanner reads %s from the QR code', words => {
  const scale = 400
  const boxes = recorded(document => drawQr(document, words, { x: 40, y: 40, width: scale }))
  const side = scale + 80
  const image = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [x, y, width, height] of boxes) {
    for (let row = Math.round(y); row < Math.round(y + height); row++) {
      for (let column = Math.round(x); column < Math.round(x + width); column++)
        image.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
    }
  }
  // The types say that the function is inside of the module; it is the module.
  const read = (jsQR as unknown as typeof jsQR.default)(image, side, side)
  expect(Buffer.from(read!.binaryData).toString('utf8')).toBe(words)
})

test('bars stand between quiet zones and are as many modules as the code has', () => {
  const modules = modulesOf('ABC-1')
  const boxes = recorded(document => drawBars(document, 'ABC-1', { x: 0, y: 0, width: modules, height: 10 }))
  expect(boxes[0]![0]).toBeCloseTo(10)
  const [x, , width] = boxes.at(-1)!
  expect(x + width).toBeCloseTo(modules - 10)
  // Start, five signs, check: 11 modules each; stop: 13.
  expect(modules - 20).toBe(7 * 11 + 13)
})
