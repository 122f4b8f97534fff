export { documentHandlers } from './document.handlers.ts'
export { type DocumentApproval, documentApproval } from './document-approval.ts'
export { type DocumentBooks, documentBooks, startOfToday } from './document-books.ts'
export type { DocumentFacts, DocumentNumber, DocumentTable, StoredDocument } from './document-table.ts'
