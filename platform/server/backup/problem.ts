/** What whoever runs a backup or a restore can put right; told in words, without a trace of the program. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
