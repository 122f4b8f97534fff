// Plain JavaScript, so that an old Node gets as far as saying what is wrong.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`This program needs Node 24; it was started by Node ${process.versions.node} (${process.execPath}).`)
  console.error('On Linux, npm brings Node 24 along: run npm install, then start through npm (npm start, npm test).')
  console.error('On other systems install Node 24 first: https://nodejs.org')
  process.exit(1)
}
