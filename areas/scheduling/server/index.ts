export { recordTaskDispatch, recordTaskProgress, type TaskProgress } from './task-progress.ts'
