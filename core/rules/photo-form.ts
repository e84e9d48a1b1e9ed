/** The form field of an uploaded photo, and its maximum in bytes: a phone's largest, with a margin. */
export const photoField = 'foto'
export const maxPhotoBytes = 20 * 1024 * 1024
