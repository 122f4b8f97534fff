import { stepBack } from '../thread-priority.ts'

// First behind the others, then load: what an import needs takes as long to load as a thousand rows to read.
stepBack()
await import('./import-answers.ts')
