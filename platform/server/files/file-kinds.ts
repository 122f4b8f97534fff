import { FileAnswer } from '@qitao/core/file.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const xlsxFile = (name: string, bytes: Uint8Array): FileAnswer => new FileAnswer(`${name}.xlsx`, xlsxType, bytes)
export const pdfFile = (name: string, bytes: Uint8Array): FileAnswer =>
  new FileAnswer(`${name}.pdf`, 'application/pdf', bytes)
