import { LinkAnswer, type LinkWish, ShareLinksDrawer } from '@qitao/access/web/record/share-links.drawer.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useState } from 'react'
import {
  dropFileLinks,
  listFileLinks,
  makeFileLink,
  shareDays,
  type sharedKinds,
} from '../../model/document/file-share.calls.ts'
import type { VersionRow } from '../../model/document/file-version.calls.ts'
import { type FileVersionKind, nameOf } from './file-version.kind.ts'

const blank: Required<LinkWish> = { expire_days: 7, editable: false }

/** Links by which people without an account read a version, or confirm it. */
export function FileShareDrawer({
  kind,
  row,
  onClose,
}: {
  kind: FileVersionKind
  row: VersionRow
  onClose: () => void
}) {
  const of = { object_type: kind.record.name as (typeof sharedKinds)[number] }
  const [made, setMade] = useState<{ url: string; qrcode: string }>()
  const links = useCall(listFileLinks, { ...of, object_id: row.id })
  const make = useCommand(makeFileLink, { refreshes: [listFileLinks], success: null, done: setMade })
  const drop = useCommand(dropFileLinks, { refreshes: [listFileLinks], done: () => setMade(undefined) })
  return (
    <ShareLinksDrawer
      title={text(
        `分享${kind.record.title.zh} ${nameOf(row)}`,
        `Share ${kind.record.title.en.toLowerCase()} ${nameOf(row)}`,
      )}
      name={nameOf(row)}
      days={shareDays}
      blank={blank}
      make={saveWith(make, (wish: Required<LinkWish>) => ({ ...wish, ...of, object_id: row.id }))}
      made={made}
      links={links.data?.result}
      answer={link => (link.answer ? <LinkAnswer of={link.answer} /> : null)}
      withdraw={link => drop.with({ ...of, ids: [link.id] })}
      onClose={onClose}
    />
  )
}
