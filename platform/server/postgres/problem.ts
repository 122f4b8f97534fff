/** Something a person has to put right before the embedded PostgreSQL can run; the message says what. */
export class PostgresProblem extends Error {
  override name = 'PostgresProblem'
}
