import { type ExportWork, exportSheet } from './export-sheet.ts'
import { type SheetToWrite, writeWorkbook } from './write-workbook.ts'

export const sheets = (wanted: readonly SheetToWrite[]): Promise<Buffer> => writeWorkbook(wanted)
export const rows = (work: ExportWork): Promise<Buffer> => writeWorkbook([exportSheet(work)])
