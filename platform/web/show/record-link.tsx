import { Link } from 'react-router'
import { recordAddress } from '../list/record-parts.ts'
import { useSession } from '../session/session.ts'

/** The number of a record; a link for who may open it. Without an id it is hidden from the member. */
export function RecordLink({ kind, id, no }: { kind: string; id: string | null; no: string }) {
  const { may } = useSession()
  const path = id && recordAddress(kind, { id, no, name: null, status: null, parent_id: null }, may)
  return path ? (
    <Link className="qt-link" to={path}>
      {no}
    </Link>
  ) : (
    <span>{no}</span>
  )
}
