interface Located {
  latitude?: number | null;
  longitude?: number | null;
}

/** `coordinates` of `LocalizableInterface`: an object even without a position; its non-null fields then report an error. */
export const coordinates = ({ latitude = null, longitude = null }: Located) => ({ latitude, longitude });
