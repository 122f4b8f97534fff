import type { Area } from '@qitao/platform/server/area.ts'

export { createCompany, ensureDemoCompany, hashPassword } from './company.ts'
export { authenticator, endSessions, openSession, sessionsAlive } from './session.ts'

export const accessArea: Area = { name: 'access', handlers: [] }
