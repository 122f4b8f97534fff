import { signOut } from '../session/session.ts'
import { leaveAll, mayLeaveAll } from './unsaved.ts'

/** Signs out as somebody asks for it: what is not saved is asked about first. */
export async function signOff(): Promise<void> {
  if (!(await mayLeaveAll())) return
  leaveAll()
  signOut()
}
