import { FileAnswer } from '@qitao/core/file.ts'

export const xlsxFile = (name: string, bytes: Uint8Array): FileAnswer =>
  new FileAnswer(`${name}.xlsx`, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes)
export const pdfFile = (name: string, bytes: Uint8Array): FileAnswer =>
  new FileAnswer(`${name}.pdf`, 'application/pdf', bytes)
