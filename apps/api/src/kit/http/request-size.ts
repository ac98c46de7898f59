/** The largest body that is read unless an endpoint declares another, in bytes. */
export const defaultMaxBytes = 256 * 1024
