export { DocumentEdit, type FormLine } from './document-edit.tsx'
export { DocumentList, materialsColumn } from './document-list.tsx'
export { amountColumn, unitColumn, withAmount } from './line-amounts.tsx'
