import type { AnyCall, In } from '@qitao/core/call.ts'
import { useCallback, useState } from 'react'
import { pendingText, toast } from '../show/toast.ts'
import { fetchFile, fetchFileAt, type SentFile } from './client.ts'
import { CallFailure } from './failures.ts'

/** Hands a file to the browser. */
export function saveFile({ name, content }: SentFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function fetched(load: () => Promise<SentFile>): Promise<boolean> {
  const close = toast.loading(pendingText)
  try {
    saveFile(await load())
    return true
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    toast.failure(error)
    return false
  } finally {
    close()
  }
}
export const downloadAt = (address: string): Promise<boolean> => fetched(() => fetchFileAt(address))

/** A call that answers with a file: exports, templates, labels. */
export function useDownload<C extends AnyCall>(call: C): { run(input: In<C>): Promise<boolean>; pending: boolean } {
  const [pending, setPending] = useState(false)
  const run = useCallback(
    async (input: In<C>) => {
      setPending(true)
      try {
        return await fetched(() => fetchFile(call, input))
      } finally {
        setPending(false)
      }
    },
    [call],
  )
  return { run, pending }
}
