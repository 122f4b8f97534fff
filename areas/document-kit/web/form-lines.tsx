import type { Text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import type { LinedDocument } from '../model/document.ts'
import type { FormLine, HeadDraft } from './document-edit.tsx'

interface FormLines<D extends LinedDocument> {
  readonly head: () => HeadDraft<D>
  readonly lines: () => readonly FormLine<D>[]
  readonly put: (lines: readonly FormLine<D>[]) => void
}
/** Head and lines of the document's form around, for what fills them. */
export function useFormLines<D extends LinedDocument>(): FormLines<D> {
  const form = Form.useFormInstance()
  return {
    head: () => form.getFieldsValue(true),
    lines: () => form.getFieldValue('lines') ?? [],
    put: lines => form.setFieldValue('lines', lines),
  }
}

interface FillLinesProps<D extends LinedDocument> {
  title: Text
  /** Lines as they are to stand there; undefined: as they do. */
  fill: (lines: readonly FormLine<D>[], head: HeadDraft<D>) => Promise<readonly FormLine<D>[] | undefined>
}
/** A button that asks for lines of the form around. */
export function FillLines<D extends LinedDocument>({ title, fill }: FillLinesProps<D>) {
  const say = useSay()
  const { head, lines, put } = useFormLines<D>()
  const [asks, setAsks] = useState(false)
  const run = () => {
    setAsks(true)
    void fill(lines(), head())
      .then(filled => {
        if (filled) put(filled)
      })
      .catch(toast.failure)
      .finally(() => setAsks(false))
  }
  return (
    <Button loading={asks} onClick={run}>
      {say(title)}
    </Button>
  )
}
