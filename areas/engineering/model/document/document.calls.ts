import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { document, documentFolder } from './document.record.ts'
import { fileVersionCalls } from './file-version.calls.ts'

const prefix = '/mep_server/biz/document/'
const grantedBy = [pages.documents]
export const documentCalls = fileVersionCalls(document, {
  prefix,
  noun: 'document',
  reads: grantedBy,
  changes: grantedBy,
})
export const documentFolderCalls = plainCalls(documentFolder, {
  prefix,
  noun: 'document_folder',
  lists: grantedBy,
  changes: grantedBy,
})
