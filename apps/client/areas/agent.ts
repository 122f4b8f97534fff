export * from '@qitao/agent/model/agent.calls.ts'
