import { CloudUploadOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { documentCalls, documentFolderCalls } from '../../model/document/document.calls.ts'
import { type DocumentFolderRow, documentFolder } from '../../model/document/document.record.ts'
import { FileUploadDialog } from './file-upload.dialog.tsx'
import { documentKind } from './file-version.kind.ts'
import { FileVersionList } from './file-version-list.tsx'
import '../engineering.css'

/** Documents in folders, each in its versions. */
export default function DocumentPage() {
  const say = useSay()
  const { may } = useSession()
  const [folder_id, setFolder] = usePageMemory<string | undefined>('folder', undefined)
  const [edited, setEdited] = useState<DocumentFolderRow | 'new'>()
  const [uploading, setUploading] = useState(false)
  const folders = useCall(documentFolderCalls.list, { page_size: -1 })
  const list = (folders.data?.result ?? []) as DocumentFolderRow[]
  const chosen = list.find(({ id }) => id === folder_id)
  const drop = useCommand(documentFolderCalls.drop, {
    refreshes: [documentFolderCalls.list],
    done: () => setFolder(undefined),
  })
  const blank = chosen ? { folder_id: chosen.id } : {}
  const entry = (id: string | undefined, title: string) => (
    <li key={id ?? 'all'}>
      <button type="button" aria-current={chosen?.id === id ? 'true' : undefined} onClick={() => setFolder(id)}>
        {title}
      </button>
    </li>
  )
  return (
    <div className="qt-documents">
      <nav className="qt-folders" aria-label={say(text('文件夹', 'Folders'))}>
        <ul>
          {entry(undefined, say(text('全部文档', 'All documents')))}
          {list.map(folder => entry(folder.id, folder.name))}
        </ul>
        {may(pages.documents) ? (
          <div className="qt-folder-acts">
            <ActButton size="small" act={{ title: text('新建文件夹', 'New folder'), run: () => setEdited('new') }} />
            {chosen ? (
              <>
                <ActButton size="small" act={{ title: text('修改', 'Edit'), run: () => setEdited(chosen) }} />
                <ActButton size="small" act={remove([chosen.name], drop.with({ ids: [chosen.id] }))} />
              </>
            ) : null}
          </div>
        ) : null}
      </nav>
      <div className="qt-documents-list">
        <FileVersionList
          key={chosen?.id ?? 'all'}
          kind={documentKind}
          columns={[
            ...(chosen ? [] : [{ name: 'folder_id', width: 110, sort: false }]),
            { name: 'review_date', width: 110, sort: false, hidden: true },
          ]}
          filters={chosen ? [{ name: 'folder_id', fixed: chosen.id }] : []}
          blank={blank}
          toolbar={
            <ActButton
              act={{
                title: text('批量上传', 'Upload files'),
                icon: <CloudUploadOutlined aria-hidden />,
                run: needing(documentCalls.add, () => setUploading(true)),
              }}
            />
          }
        />
      </div>
      {uploading ? <FileUploadDialog blank={blank} onClose={() => setUploading(false)} /> : null}
      {edited ? (
        <FolderDrawer folder={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : null}
    </div>
  )
}

function FolderDrawer({ folder, onClose }: { folder: DocumentFolderRow | undefined; onClose: () => void }) {
  const refreshes = [documentFolderCalls.list, documentCalls.list]
  const add = useCommand(documentFolderCalls.add, { refreshes })
  const alter = useCommand(documentFolderCalls.alter, { refreshes })
  type Values = { name: string; remark: string | null }
  const wire = ({ name, remark }: Values) => ({ name, remark: remark ?? null })
  return (
    <FormDrawer<Values>
      open
      title={folder ? text(`文件夹 ${folder.name}`, `Folder ${folder.name}`) : text('新建文件夹', 'New folder')}
      values={folder ? { name: folder.name, remark: folder.remark } : { name: '', remark: null }}
      save={
        folder
          ? saveWith(alter, (values: Values) => ({ ...wire(values), id: folder.id, row_version: folder.row_version }))
          : saveWith(add, (values: Values) => wire(values))
      }
      onClose={onClose}
      history={folder && { of: documentFolder, id: folder.id }}
    >
      <Field of={documentFolder} name="name" autoFocus />
      <Field of={documentFolder} name="remark" />
    </FormDrawer>
  )
}
