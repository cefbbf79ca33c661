package dev.interlock.runner.api;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.interlock.runner.operation.EndUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Verifies JSON Web Tokens by a JWK set in a file: signature by an asymmetric algorithm, issuer,
/// audience, subject, expiry. The file is read anew when it has changed. Any thread may use it.
/// Source: RFC 8725 §3.1 (algorithms), §3.8 (issuer), §3.9 (audience); RFC 7519 §4.1.
public final class JwtTokens implements EndUserTokens {
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384);
  private static final Set<String> REQUIRED = Set.of("sub", "exp");
  private static final int LEEWAY_SECONDS = 30;
  private static final int MAX_LENGTH = 16 * 1024;

  private final Path jwks;
  private final String issuer;
  private final String audience;
  private @Nullable String loaded;
  private @Nullable DefaultJWTProcessor<SecurityContext> verifier;

  /// @param jwks a JSON Web Key Set
  /// @param issuer what `iss` must be
  /// @param audience what `aud` must hold
  public JwtTokens(Path jwks, String issuer, String audience) {
    this.jwks = jwks;
    this.issuer = issuer;
    this.audience = audience;
  }

  @Override
  public EndUser verify(String token) {
    if (token.length() > MAX_LENGTH) {
      throw new RefusedException("the end-user token is longer than %d".formatted(MAX_LENGTH));
    }
    try {
      var claims = verifier().process(token, null);
      if (claims.getSubject().isBlank()) {
        throw new RefusedException("the end-user token names no subject");
      }
      return new EndUser(claims.getSubject(), claims.toString());
    } catch (IOException e) {
      throw new RefusedException("the keys for end-user tokens cannot be read from " + jwks);
    } catch (ParseException | BadJOSEException | JOSEException e) {
      throw new RefusedException("the end-user token does not verify");
    }
  }

  private synchronized DefaultJWTProcessor<SecurityContext> verifier()
      throws IOException, ParseException {
    var text = Files.readString(jwks);
    if (verifier == null || !text.equals(loaded)) {
      var processor = new DefaultJWTProcessor<SecurityContext>();
      var keys = new ImmutableJWKSet<>(JWKSet.parse(text));
      processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
      var expected = new JWTClaimsSet.Builder().issuer(issuer).build();
      var claims = new DefaultJWTClaimsVerifier<>(audience, expected, REQUIRED);
      claims.setMaxClockSkew(LEEWAY_SECONDS);
      processor.setJWTClaimsSetVerifier(claims);
      verifier = processor;
      loaded = text;
    }
    return verifier;
  }
}
