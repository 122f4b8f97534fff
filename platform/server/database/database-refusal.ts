import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import { databaseErrors } from './database.errors.ts'
import { sqlState, tookTooLong } from './database.ts'

/**
 * What an error of PostgreSQL means to people, or undefined when it is a fault of ours. Constraints are the last wall: the
 * rules refuse first, with better words.
 */
export function databaseRefusal(
  error: unknown,
  constraints: ReadonlyMap<string, ErrorDefinition>,
): Refusal | undefined {
  const state = sqlState(error)
  if (state === undefined) return undefined
  if (tookTooLong(error)) return new Refusal(databaseErrors.tookTooLong)
  const constraint = (error as { constraint?: string }).constraint
  const known = constraint === undefined ? undefined : constraints.get(constraint)
  if (known) return new Refusal(known, placeOf(error))
  switch (state) {
    case '23505':
      return new Refusal(generalErrors.duplicateCode, placeOf(error))
    case '23503':
      return new Refusal(isStillReferenced(error) ? generalErrors.dataInUse : generalErrors.recordNotFound)
    case '40001':
    case '40P01':
    case '55P03':
      return new Refusal(generalErrors.dataLocked)
    case '22003':
    case '22P02':
    case '22021':
    case '22P05':
    case '23514':
      return new Refusal(generalErrors.badParameter)
    default:
      return undefined
  }
}

/** States of PostgreSQL, whole or by their first two signs: it is not there, has no room, or takes no writes. */
const outages = new Set(['08', '53', '57P01', '57P02', '57P03', '58030', '25006'])
/** What the driver says when a connection is not there any more, or never was. */
const lostConnection =
  /connection (terminated|error|closed)|not queryable|timeout exceeded when trying to connect|pool after calling end/i

/** The database is away for the time being: not a fault of ours, and the same call comes through later. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error)
  if (state && (outages.has(state) || (/^[0-9A-Z]{5}$/.test(state) && outages.has(state.slice(0, 2))))) return true
  if (!(error instanceof Error)) return false
  // The system's own words for a connection that failed (ECONNREFUSED, ENOENT of a socket).
  const { syscall } = error as NodeJS.ErrnoException
  return syscall === 'connect' || (syscall === 'read' && state === 'ECONNRESET') || lostConnection.test(error.message)
}

/** The field that a unique key of a company is about, by the key's name: `material_org_id_code_key` is about `code`. */
function placeOf(error: unknown): RefusalData {
  const { table, constraint } = error as { table?: string; constraint?: string }
  const before = `${table}_org_id_`
  return constraint?.startsWith(before) ? { field: constraint.slice(before.length).replace(/_key$/, '') } : {}
}

const isStillReferenced = (error: unknown): boolean =>
  error instanceof Error && /is still referenced/.test((error as { detail?: string }).detail ?? '')
