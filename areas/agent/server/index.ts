import type { Area } from '@qitao/platform/server/area.ts'
import type { Handler } from '@qitao/platform/server/http/handle.ts'
import { agentHandlers } from './agent.handlers.ts'

/** `all` answers the handlers of the whole product, which the agent asks. */
export const agentArea = (all: () => readonly Handler[]): Area => ({ name: 'agent', handlers: agentHandlers(all) })
