export { printLabels as labels } from './labels.ts'
export { printSheets as sheets } from './sheets.ts'
