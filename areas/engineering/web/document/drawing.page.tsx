import { drawingKind } from './file-version.kind.ts'
import { FileVersionList } from './file-version-list.tsx'

/** Drawings by number: every version, of which the workshop sees the valid one. */
export default function DrawingPage() {
  return <FileVersionList kind={drawingKind} />
}
