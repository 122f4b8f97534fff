import { stepBack } from '../threads/thread-priority.ts'

// First behind the others, then load: what a job needs takes longer to load than many a job takes.
stepBack()
await import('./job-in-thread.ts')
