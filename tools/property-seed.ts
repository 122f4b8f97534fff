// The same run finds the same: properties draw from one seed, another by PROPERTY_SEED (a number) to search further.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) })
