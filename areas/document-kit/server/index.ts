export { documentHandlers } from './document.handlers.ts'
export { type DocumentBooks, documentBooks } from './document-books.ts'
export type { DocumentFacts, DocumentTable, StoredDocument } from './document-table.ts'
