import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { documentCalls, documentFolderCalls } from '../../model/document/document.calls.ts'
import { documentFolder } from '../../model/document/document.record.ts'
import { fileVersionGuard, fileVersionHandlers } from './file-version.handlers.ts'

const of = {
  calls: documentCalls,
  table: 'document',
  no: 'document_no',
  written: [
    'name',
    'version',
    'folder_id',
    'review_date',
    'material_id',
    'process_id',
    'routing_id',
    'change_note',
    'remark',
  ],
  more: {
    columns: sql`f.name as folder_name`,
    joins: sql`left join document_folder f on f.org_id = t.org_id and f.id = t.folder_id`,
  },
  nextNo: async ({ tx, now, member }) => (await takeSerials(tx, 'WD', 1, now, member.time_zone))[0]!,
} as const satisfies Parameters<typeof fileVersionHandlers>[0]

export const documentHandlers = [
  ...fileVersionHandlers(of),
  ...plainHandlers(documentFolder, documentFolderCalls, {
    table: 'document_folder',
    keyword: ['name'],
    orders: ['name'],
    defaultOrder: 'name',
  }),
]
export const documentGuard = fileVersionGuard(of)
